/** Whether the list of unsynced entries is open; any screen may open it. */
import { create } from 'zustand';

interface Attention {
  readonly isShown: boolean;
}

export const useAttention = create<Attention>()(() => ({ isShown: false }));

export const showAttention = (): void => useAttention.setState({ isShown: true });
export const hideAttention = (): void => useAttention.setState({ isShown: false });
