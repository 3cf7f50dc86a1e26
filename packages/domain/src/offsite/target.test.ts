import { expect, it } from 'vitest';
import { isSameLogin, type RemoteAddress, readTargetText, targetText } from './target.ts';

const key = 'SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU';
const sftp = { kind: 'Sftp', host: 'files.lan', port: 22, path: '/copies', user: 'shop', hostKey: '' } as const;
const addresses: [RemoteAddress, string][] = [
  [sftp, 'sftp://shop@files.lan/copies'],
  [
    { ...sftp, port: 2222, path: 'my copies', hostKey: key },
    `sftp://shop@files.lan:2222/./my%20copies?key=${encodeURIComponent(key)}`,
  ],
  [{ ...sftp, host: '[fd00::2]', user: 'a@b' }, 'sftp://a%40b@[fd00::2]/copies'],
  [{ kind: 'WebDav', url: 'https://dav.lan:8443/é/copies', user: 'a b' }, 'https://a%20b@dav.lan:8443/é/copies'],
  [
    { kind: 'S3', url: 'https://s3.lan', region: 'eu', bucket: 'copies', folder: 'a&b', user: 'AK' },
    's3+https://AK@s3.lan?bucket=copies&region=eu&folder=a%26b',
  ],
  [
    { kind: 'S3', url: 'http://10.0.0.2:9000', region: 'x', bucket: 'copies', folder: '', user: 'AK' },
    's3+http://AK@10.0.0.2:9000?bucket=copies&region=x',
  ],
];

it.each(addresses)('a target is one line, and is read from it: %j', (address, line) => {
  expect(targetText(address)).toBe(line);
  expect(targetText(readTargetText(line) ?? { kind: 'Folder', path: '' })).toBe(
    targetText({ ...address, ...('url' in address ? { url: encodeURI(address.url) } : {}) }),
  );
});

it.each(['/mnt/copies', 'copies', 'C:\\copies', '\\\\nas\\copies', 'ftp://files.lan/copies', 'sftp://', ''])(
  '%j is no target on another machine',
  (line) => expect(readTargetText(line)).toBeNull(),
);

it('a secret is for one machine, user and key', () => {
  expect(isSameLogin(sftp, { ...sftp, path: '/other' })).toBe(true);
  for (const more of [{ host: 'other.lan' }, { port: 23 }, { user: 'other' }, { hostKey: key }])
    expect(isSameLogin(sftp, { ...sftp, ...more })).toBe(false);
  const dav = { kind: 'WebDav', url: 'https://dav.lan/a', user: 'shop' } as const;
  expect(isSameLogin(dav, { ...dav, url: 'https://dav.lan/b' })).toBe(true);
  expect(isSameLogin(dav, { ...dav, url: 'https://dav.lan.example.com/a' })).toBe(false);
  const folder = { kind: 'Folder', path: '/a' } as const;
  expect(isSameLogin(folder, folder)).toBe(false);
});
