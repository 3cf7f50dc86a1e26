/** Keeps the chosen one of a row that scrolls sideways in sight when the screen gets another width, such as by turning a device. */

const chosen = '[role="tablist"] > [aria-selected="true"], nav > [aria-current="page"]';

/** Watches the width of the screen until the returned function is called. */
export function keepChosenInSight(): () => void {
  let width = innerWidth;
  const show = (): void => {
    if (innerWidth === width) return;
    width = innerWidth;
    for (const one of document.querySelectorAll(chosen)) {
      const row = one.parentElement as HTMLElement;
      if (row.scrollWidth > row.clientWidth) one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  };
  addEventListener('resize', show);
  return () => removeEventListener('resize', show);
}
