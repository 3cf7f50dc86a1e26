import { create } from 'zustand';

const storageKey = 'atoll-sidebar';
const isNarrow = () => innerWidth < 1500;

interface SidebarState {
  readonly isCollapsed: boolean;
  toggle(): void;
}

function initial(): boolean {
  const kept = localStorage.getItem(storageKey);
  return kept === null ? isNarrow() : kept === 'collapsed';
}

/** Whether the sidebar is collapsed on this device; the default depends on the width of the screen. */
export const useSidebar = create<SidebarState>()((set, get) => ({
  isCollapsed: initial(),
  toggle() {
    const isCollapsed = !get().isCollapsed;
    localStorage.setItem(storageKey, isCollapsed ? 'collapsed' : 'expanded');
    set({ isCollapsed });
  },
}));
