/** Returns a formatted quantity: '1,250.5 g', with the sign for a movement: '+2 pc'. */
export function qtyText(qty: number, unit = '', isSigned = false): string {
  const [whole = '', rest] = Math.abs(qty)
    .toFixed(3)
    .replace(/\.?0+$/, '')
    .split('.');
  const figures = whole.replace(/\B(?=(\d{3})+$)/g, ',') + (rest ? `.${rest}` : '');
  const sign = qty < 0 ? '−' : isSigned ? '+' : '';
  return `${sign}${figures}${unit ? ` ${unit}` : ''}`;
}
