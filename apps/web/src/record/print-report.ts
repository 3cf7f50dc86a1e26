/** Prints a report, or saves it as PDF, by the browser's print dialog: only the report is printed. */
import { practiceNoReceipt } from '@atoll/domain/ticket/practice';
import { useSession } from '../session/session.ts';

const sheet = `
@page { margin: 6mm }
body { font: 10pt/1.4 system-ui, sans-serif; color: #000; background: #fff; max-width: 180mm; margin: 0 auto }
h3 { font-size: 13pt; margin: 0 0 2mm } h4 { font-size: 10pt; margin: 4mm 0 1mm; border-bottom: 0.3mm solid #000 }
p { margin: 0.5mm 0 } section p { display: flex; justify-content: space-between; gap: 4mm }
dl { display: grid; grid-template-columns: 1fr auto; gap: 0.5mm 4mm } dd { margin: 0; text-align: end }
section:not(:has(p)) { display: none }
button { display: none }
code { display: block; margin: 0.5mm 0; overflow-wrap: anywhere } li { margin: 1mm 0 }
dl > div { display: contents } small { font-size: 9pt }
table { width: 100%; border-collapse: collapse; margin-top: 3mm }
th, td { padding: 1mm; border-bottom: 0.2mm solid #000; text-align: start } :is(th, td):nth-child(n + 3) { text-align: end }`;

/** Prints the report in an element. */
export function printReport(from: Element, title: string): void {
  const report = from.querySelector('[data-report]');
  if (!report) return;
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  Object.assign(frame.style, { position: 'fixed', inlineSize: '0', blockSize: '0', border: '0' });
  document.body.append(frame);
  const paper = frame.contentDocument;
  const view = frame.contentWindow as (Window & typeof globalThis) | null;
  if (!paper || !view) return frame.remove();
  paper.documentElement.dir = document.documentElement.dir;
  // The title becomes the file name of a PDF.
  paper.title = title;
  const style = new view.CSSStyleSheet();
  style.replaceSync(sheet);
  paper.adoptedStyleSheets = [style];
  paper.body.append(paper.importNode(report, true));
  if (useSession.getState().scope?.practiceOf) markPractice(paper);
  view.addEventListener('afterprint', () => frame.remove());
  view.print();
}

/** Writes at top and bottom that it is of practice (R31.47). */
function markPractice({ body }: Document): void {
  for (const add of ['prepend', 'append'] as const) {
    const mark = body.ownerDocument.createElement('h3');
    mark.textContent = practiceNoReceipt;
    body[add](mark);
  }
}
