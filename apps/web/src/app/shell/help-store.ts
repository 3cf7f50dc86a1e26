import { create } from 'zustand';

interface HelpState {
  readonly isSheetOpen: boolean;
  showSheet(isOpen: boolean): void;
}

/** Whether the sheet of keyboard shortcuts is open. */
export const useHelp = create<HelpState>()((set) => ({
  isSheetOpen: false,
  showSheet: (isSheetOpen) => set({ isSheetOpen }),
}));
