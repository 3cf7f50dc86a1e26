import { afterEach, expect, it } from 'vitest';
import { clear, show } from '../hook/testing.tsx';
import { Avatar } from './avatar.tsx';

afterEach(clear);

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60"/>')}`;
const shown = (name: string) => document.querySelector<HTMLImageElement>(`#${name} img`);

it('shows a wide logo whole, and of a photo its middle', async () => {
  await show(
    <>
      <div id="outlet">
        <Avatar name="Atoll Café" image={picture} size={40} isLogo />
      </div>
      <div id="person">
        <Avatar name="Aminath Shifa" image={picture} size={40} />
      </div>
    </>,
  );
  await expect.poll(() => shown('outlet')?.naturalWidth).toBe(300);
  const looks = (name: string) => {
    const { objectFit, borderRadius } = getComputedStyle(shown(name) as HTMLImageElement);
    return [objectFit, borderRadius === '50%'];
  };
  expect(looks('outlet')).toEqual(['contain', false]);
  expect(looks('person')).toEqual(['cover', true]);
});
