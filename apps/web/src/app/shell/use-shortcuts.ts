import { useEffect } from 'react';
import { isFree, isPressed, shortcuts } from '../../ui/hook/shortcut.ts';
import { isDialogOpen } from '../../ui/overlay/open-dialog.ts';
import { useHelp } from './help-store.ts';

/**
 * Handles the shortcuts of every screen: the sheet, and the focus of the search box of the screen, or else of the app.
 */
export function useShortcuts(): void {
  const showSheet = useHelp((state) => state.showSheet);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isFree(event) || event.defaultPrevented) return;
      if (isPressed(event, shortcuts.everywhere.sheet)) return showSheet(true);
      if (!isPressed(event, shortcuts.everywhere.find) || isDialogOpen()) return;
      const box =
        document.querySelector<HTMLElement>('main [data-find]') ??
        document.querySelector<HTMLElement>('header input[type="search"]');
      if (!box) return;
      event.preventDefault();
      box.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [showSheet]);
}
