import { type ReactNode, useEffect, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { later } from './later.tsx';
import { declarePart, fetchLaterParts, holdParts } from './later-parts.ts';
import { clear, show } from './testing.tsx';

afterEach(clear);

const Found = () => <p>found</p>;
const text = () => document.body.textContent;

/** Returns a part whose fetches fail until the server is back. */
function part() {
  const server = { isAway: true };
  const fetched = vi.fn(async () => {
    if (server.isAway) throw new TypeError('Failed to fetch');
    return Found;
  });
  return { server, fetched, Part: later(fetched) };
}

it('[R34.5] fetches a part again at the next press after it could not be fetched', async () => {
  const { server, fetched, Part } = part();
  const onClose = vi.fn();
  await show(<Part onClose={onClose} />);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  const before = fetched.mock.calls.length;
  clear();
  server.isAway = false;
  await show(<Part onClose={onClose} />);
  await vi.waitFor(() => expect(text()).toContain('found'));
  expect(fetched.mock.calls.length).toBeGreaterThan(before);
});

it('[R34.5] shows a part that is still open when it was fetched after all', async () => {
  const { server, Part } = part();
  await show(<Part placeholder={<p>waiting</p>} />);
  await vi.waitFor(() => expect(text()).toContain('waiting'));
  server.isAway = false;
  await fetchLaterParts();
  await vi.waitFor(() => expect(text()).toContain('found'));
});

it('[R34.5] fetches a part at once that is declared after the others were fetched', async () => {
  await fetchLaterParts();
  const fetched = vi.fn(() => Promise.resolve());
  declarePart(fetched);
  expect(fetched).toHaveBeenCalledOnce();
});

it('lets a part that nobody asked for come after the first screen, and not the others', async () => {
  let put: (part: ReactNode) => void = () => undefined;
  function Place() {
    const [shown, setShown] = useState<ReactNode>('none');
    useEffect(() => {
      put = setShown;
    }, []);
    return shown;
  }
  await show(<Place />);
  await vi.waitFor(() => expect(text()).toContain('none'));
  holdParts();
  const fetched = vi.fn(() => Promise.resolve(Found));
  const Bars = later(fetched, { waits: true });
  const { server, Part } = part();
  server.isAway = false;
  put([<Bars key="bars" placeholder="bars" />, <Part key="part" placeholder="part" />]);
  await vi.waitFor(() => expect(text()).toContain('barsfound'));
  expect(fetched).not.toHaveBeenCalled();
  await fetchLaterParts();
  await vi.waitFor(() => expect(text()).toContain('foundfound'));
});

it('[R34.5] fetches the other parts when one cannot be fetched', async () => {
  declarePart(() => Promise.reject(new TypeError('Failed to fetch')));
  const fetched = vi.fn(() => Promise.resolve());
  declarePart(fetched);
  const before = fetched.mock.calls.length;
  await fetchLaterParts();
  expect(fetched.mock.calls.length).toBe(before + 1);
});

it('[R34.5] shows a part while the style of another one is lost; the one that lost it waits for it', async () => {
  const { server, Part } = part();
  const onClose = vi.fn();
  await show(<Part onClose={onClose} />);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  clear();
  server.isAway = false;
  const lost = Object.assign(document.createElement('link'), {
    rel: 'stylesheet',
    href: 'http://127.0.0.1:1/lost.css',
  });
  const isLost = new Promise((resolve) => lost.addEventListener('error', resolve));
  document.head.append(lost);
  await isLost;
  const Other = later(() => Promise.resolve(Found));
  await show(<Other />);
  await vi.waitFor(() => expect(text()).toContain('found'));
  clear();
  onClose.mockClear();
  await show(<Part onClose={onClose} />);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(text()).not.toContain('found');
  // Its style is there again.
  const again = await vi.waitUntil(() => document.querySelector<HTMLLinkElement>('link[href$="lost.css"]'));
  again.href = 'data:text/css,';
  clear();
  await show(<Part onClose={onClose} />);
  await vi.waitFor(() => expect(text()).toContain('found'));
});
