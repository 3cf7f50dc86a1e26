/** Whether the list of unsynced entries is open, which any screen may open, and whether a bar names what needs a person. */
import { create } from 'zustand';

interface Attention {
  readonly isShown: boolean;
}

export const useAttention = create<Attention>()(() => ({ isShown: false }));

export const showAttention = (): void => useAttention.setState({ isShown: true });
let bars = 0;

/** Records that bars on the screen show work that is held or came too late. Returns a function that removes the record. */
export function showWorkBars(): () => void {
  bars += 1;
  return () => {
    bars -= 1;
  };
}

/** Returns whether such a bar is on the screen: a message would say the same beside it. */
export const hasWorkBars = (): boolean => bars > 0;

export const hideAttention = (): void => useAttention.setState({ isShown: false });
