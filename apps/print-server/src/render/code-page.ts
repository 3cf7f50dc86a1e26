/** Which characters the printers' fixed code pages hold. Everything else is drawn. */
import type { codePages } from '@atoll/domain/contract/print';

const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■';
const cp858 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´±‗¾¶§÷¸°¨·¹³²■';

const pages: Record<(typeof codePages)[number], ReadonlySet<string>> = { cp437: new Set(cp437), cp858: new Set(cp858) };

/** Can the printer's own letters write this? */
export function fitsCodePage(text: string, codePage: (typeof codePages)[number]): boolean {
  if (/^[ -~]*$/.test(text)) return true;
  for (const char of text) if ((char < ' ' || char > '~') && !pages[codePage].has(char)) return false;
  return true;
}
