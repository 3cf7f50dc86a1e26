/** The page that brings the shop's certificate to a device. Source: R31.13, R31.14. */
import { shownFingerprint } from '@atoll/domain/trust/fingerprint';
import { type System, systemNames, systems } from '../systems.ts';
import { type HelloLanguage, helloLanguages, helloWords } from './words.ts';

export interface HelloPage {
  readonly language: HelloLanguage;
  readonly system: System;
  readonly shop: string;
  /** Where the app is. */
  readonly origin: string;
  /** The fingerprint of the authority; null where there is nothing to install. */
  readonly sha256: string | null;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? '');

/** Returns the page as HTML. */
export function helloHtml({ language, system, shop, origin, sha256 }: HelloPage): string {
  const words = helloWords[language];
  const others = systems.filter((one) => one !== system);
  const steps = words.steps[system].map((step) => `<li>${escape(step)}</li>`).join('');
  const codes = others.map(
    (one) =>
      `<li><a href="/hello?for=${one}&amp;lang=${language}"><img src="/hello/qr/${one}.svg" alt="" width="120" height="120">${systemNames[one]}</a></li>`,
  );
  const languages = helloLanguages
    .filter((one) => one !== language)
    .map((one) => `<a href="/hello?for=${system}&amp;lang=${one}" lang="${one}">${helloWords[one].name}</a>`);
  const install = sha256
    ? `<p>${escape(words.why)}</p>
<h2>${systemNames[system]}</h2>
<ol>${steps}</ol>
<p><a class="button" href="/hello/ca.crt">${escape(words.get)}</a> <a class="button" id="again" href="/hello?for=${system}&amp;lang=${language}&amp;again=1">${escape(words.again)}</a></p>
<p>${escape(words.compare)}: <b class="digits" dir="ltr">${shownFingerprint(sha256)}</b></p>
<p class="hint">${escape(words.compareHint)}</p>
<h2>${escape(words.otherDevice)}</h2>
<ul class="codes">${codes.join('')}</ul>`
    : `<p>${escape(words.noAuthority)}</p>`;
  return `<!doctype html>
<html lang="${language}" dir="${words.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(words.welcome(shop))}</title>
<link rel="stylesheet" href="/hello/hello.css">
<script src="/hello/hello.js" defer></script>
</head>
<body data-origin="${escape(origin)}" data-yes="${escape(words.trustsYes)}">
<main>
<p class="languages">${languages.join(' ')}</p>
<h1>${escape(words.welcome(shop))}</h1>
<p id="status" role="status">${escape(words.trustsNo)}</p>
${install}
<p><a href="${escape(origin)}/">${escape(words.open)}</a></p>
</main>
</body>
</html>
`;
}

export const helloStyle = `body{margin:0;font:17px/1.5 system-ui,sans-serif;color:#1b2430;background:#f4f6f8}
main{max-width:640px;margin:0 auto;padding:24px 16px 48px}
h1{font-size:28px;line-height:1.2;margin:8px 0}
h2{font-size:19px;margin:28px 0 8px}
li{margin:6px 0}
#status{font-weight:600}
.languages{text-align:end;margin:0}
.button{display:inline-block;min-height:44px;box-sizing:border-box;padding:9px 18px;border-radius:8px;background:#0b5c7a;color:#fff;text-decoration:none;margin-block:4px}
.digits{font:600 20px ui-monospace,monospace;letter-spacing:1px}
.hint{color:#4a5563;margin-top:0}
.codes{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(130px,1fr));gap:12px}
.codes a{display:block;text-align:center;color:inherit}
.codes img{display:block;margin:0 auto;background:#fff;border-radius:8px}
a{color:#0b5c7a}
`;

/**
 * The page's script: a device that trusts the shop can call the server by https, and goes on to the app; one that has just followed the steps goes
 * to the check of the device.
 */
export const helloScript = `const { origin, yes } = document.body.dataset;
let didSteps = new URLSearchParams(location.search).has('again');
const look = async () => {
  try {
    const answer = await fetch(origin + '/api/app/trust', { signal: AbortSignal.timeout(1500), cache: 'no-store' });
    if (!answer.ok) return;
    document.getElementById('status').textContent = yes;
    location.replace(origin + (didSteps ? '/check' : '/'));
  } catch {
    // The device does not trust the shop yet, and the page says so.
    didSteps = true;
  }
};
document.addEventListener('visibilitychange', () => document.hidden || look());
look();
`;
