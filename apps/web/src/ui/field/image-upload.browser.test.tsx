import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clear, show } from '../hook/testing.tsx';
import { ImageUpload } from './image-upload.tsx';

afterEach(clear);

type Upload = (file: File, onProgress: (part: number) => void) => Promise<string>;

function Field({ upload, start = null }: { upload: Upload; start?: string | null }) {
  const [value, setValue] = useState<string | null>(start);
  return (
    <form data-testid="form">
      <ImageUpload label="Picture" required value={value} onChange={setValue} upload={upload} maxMb={1} />
      <output>{value}</output>
    </form>
  );
}

const input = () => page.getByLabelText('Picture', { exact: false }).first();
const file = (type = 'image/png', size = 10) => new File([new Uint8Array(size)], 'a.png', { type });
const drawn = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

it('[R11.13] requires an image through the native file input until one is chosen', async () => {
  await show(<Field upload={() => Promise.resolve(drawn)} />);
  await expect.element(input()).toBeInTheDocument();
  const form = page.getByTestId('form').element() as HTMLFormElement;
  expect(form.checkValidity()).toBe(false);
  await userEvent.upload(input(), file());
  await expect.element(page.getByRole('status').filter({ hasText: drawn })).toBeInTheDocument();
  expect(form.checkValidity()).toBe(true);
});

it('shows the image before it is sent, and the progress', async () => {
  let done: (url: string) => void = () => undefined;
  let reportProgress: (part: number) => void = () => undefined;
  await show(
    <Field
      upload={(_, onProgress) => {
        reportProgress = onProgress;
        return new Promise((resolve) => (done = resolve));
      }}
    />,
  );
  await userEvent.upload(input(), file());
  await expect
    .element(page.getByRole('img', { name: 'Picture, chosen image' }))
    .toHaveAttribute('src', expect.stringMatching(/^blob:/));
  reportProgress(0.4);
  await expect.element(page.getByText('Uploading 40 %')).toBeVisible();
  done(drawn);
  await expect.element(page.getByRole('img', { name: 'Picture, chosen image' })).toHaveAttribute('src', drawn);
  await page.getByRole('button', { name: 'Remove image' }).click();
  expect(page.getByRole('img').query()).toBeNull();
});

it('shows what is wrong with a file, and the server’s message', async () => {
  const upload = vi.fn<Upload>().mockRejectedValue({ body: { message: 'The image has too many pixels' } });
  await show(<Field upload={upload} />);
  await userEvent.upload(input(), file('image/png', 1_200_000));
  await expect.element(page.getByText('Choose an image of at most 1 MB')).toBeVisible();
  expect(upload).not.toHaveBeenCalled();
  await userEvent.upload(input(), file());
  await expect.element(page.getByText('The image has too many pixels')).toBeVisible();
  upload.mockRejectedValue(new TypeError('network'));
  await userEvent.upload(input(), file());
  await expect.element(page.getByText('Could not upload the image. Try again.')).toBeVisible();
});
