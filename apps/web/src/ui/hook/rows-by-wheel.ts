/**
 * Lets the wheel of a mouse scroll the rows that scroll sideways, such as the categories of the menu and the slots of a tablet: without a touch screen
 * their end was reached by the keyboard alone.
 */

const rows = '[role="tablist"], [role="group"], nav';
/** How far one line goes for a mouse that counts in lines. */
const linePx = 40;

/** Listens to the wheel until the returned function is called. */
export function scrollRowsByWheel(): () => void {
  const scroll = ({ target, deltaX, deltaY, deltaMode, ctrlKey, shiftKey }: WheelEvent): void => {
    // The browser itself scrolls sideways with Shift, and zooms with Ctrl.
    if (ctrlKey || shiftKey || deltaX !== 0) return;
    const row = target instanceof Element && target.closest(rows);
    if (!row || row.scrollWidth <= row.clientWidth || row.scrollHeight > row.clientHeight) return;
    const { direction, overflowX } = getComputedStyle(row);
    if (overflowX !== 'auto') return;
    row.scrollBy({ left: deltaY * (deltaMode === 0 ? 1 : linePx) * (direction === 'rtl' ? -1 : 1) });
  };
  addEventListener('wheel', scroll, { passive: true });
  return () => removeEventListener('wheel', scroll);
}
