/** The styles of a public site: the outlet's colour, a light and a dark theme, system fonts. */
import { createHash } from 'node:crypto';

const channel = (color: string, start: number): number => {
  const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
  return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

/** Returns black or white, whichever has more contrast on a colour ('#rrggbb'). */
export function inkOn(color: string): '#000' | '#fff' {
  const light = 0.2126 * channel(color, 1) + 0.7152 * channel(color, 3) + 0.0722 * channel(color, 5);
  return (light + 0.05) / 0.05 > 1.05 / (light + 0.05) ? '#000' : '#fff';
}

/** Returns the styles of a site; `color` is '#rrggbb'. */
export function siteStyles(color: string): string {
  return `:root{--c:${color};--on:${inkOn(color)};--bg:#fbfaf7;--ink:#17262b;--soft:#566269;--line:#e3dfd7}
@media(prefers-color-scheme:dark){:root{--bg:#10191d;--ink:#eef2f2;--soft:#aab6ba;--line:#263640}}
*{box-sizing:border-box;margin:0}body{background:var(--bg);color:var(--ink);font:17px/1.6 system-ui,sans-serif}
main{max-width:960px;margin:auto;padding:0 20px}img{display:block;max-width:100%;height:auto;border-radius:16px}
.bar{display:flex;justify-content:space-between;gap:16px;padding:14px 20px;background:var(--c)}
.bar a,.bar b{display:flex;align-items:center;min-height:44px;color:var(--on);text-decoration:none;font-weight:600}
.hero{display:grid;gap:24px;padding:40px 0}.hero h1,.plain h1{font-size:clamp(2rem,6vw,3.5rem);line-height:1.1;letter-spacing:-.02em}
.hero p,.plain p{margin-top:12px;font-size:1.2rem;color:var(--soft)}.plain{padding:40px 0 0}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.block{padding:32px 0;border-top:1px solid var(--line)}h2{margin-bottom:14px;font-size:1.7rem}h3{margin:26px 0 8px;font-size:1.25rem}
p+p,ul+p,p+ul{margin-top:12px}main a{color:inherit}.button{display:inline-block;margin-top:16px;padding:14px 24px;border-radius:14px;background:var(--c);color:var(--on);font-weight:650;text-decoration:none}
.announcement{margin:24px 0;padding:20px;border:2px solid var(--c);border-radius:16px}
.gallery{display:grid;gap:14px;grid-template-columns:repeat(auto-fill,minmax(220px,1fr))}.gallery img{width:100%;aspect-ratio:4/3;object-fit:cover}
dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px;padding:8px 0;border-bottom:1px solid var(--line)}dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}
.items{list-style:none;padding:0}.items li{display:flex;gap:16px;padding:12px 0;border-bottom:1px solid var(--line)}.items li>div{flex:1;min-width:0}.items img{flex:none;width:88px;height:88px;object-fit:cover}
h4{font-size:1.05rem}h4 em{color:var(--soft);font-weight:400}
.prices{display:flex;flex-wrap:wrap;gap:4px 18px}.items p,.note{color:var(--soft)}
footer{max-width:960px;margin:40px auto 0;padding:24px 20px 48px;color:var(--soft);font-size:.9rem}`;
}

/** Returns the source expression of styles for a content security policy. */
export const styleHash = (styles: string): string => `'sha256-${createHash('sha256').update(styles).digest('base64')}'`;
