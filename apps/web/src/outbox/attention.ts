/** Whether the list of what is not with the server yet is open; any screen may open it. */
import { create } from 'zustand';

interface Attention {
  readonly isShown: boolean;
}

export const useAttention = create<Attention>()(() => ({ isShown: false }));

export const showAttention = (): void => useAttention.setState({ isShown: true });
export const hideAttention = (): void => useAttention.setState({ isShown: false });
