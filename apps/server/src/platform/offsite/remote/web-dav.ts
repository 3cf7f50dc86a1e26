/** A folder of a WebDAV server as target. Source: R31.36, RFC 4918. */
import type { WebDavAddress } from '@atoll/domain/offsite/target';
import { OffsiteError } from '../offsite-error.ts';
import type { Target, TargetFile } from '../target.ts';
import { answerError, type HttpAnswer, type HttpCall, httpCall } from './http-call.ts';
import { checkSize, type Files, tryTarget } from './trial.ts';
import { elementsOf, readXml, textIn } from './xml.ts';

const wanted = `<?xml version="1.0" encoding="utf-8"?>
<D:propfind xmlns:D="DAV:"><D:prop><D:resourcetype/><D:getcontentlength/></D:prop></D:propfind>`;

/** Returns the files of an answer to PROPFIND. */
function filesOf(xml: string): TargetFile[] {
  return elementsOf(readXml(xml), 'response').flatMap((response) => {
    const path = textIn(response, 'href').replace(/\?.*$/, '');
    const isFolder = elementsOf(response, 'collection').length > 0 || path.endsWith('/');
    const name = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
    return isFolder ? [] : [{ name, bytes: Number(textIn(response, 'getcontentlength')) }];
  });
}

/** Opens a folder of a WebDAV server. Throws OffsiteError when the password would go over the network unencrypted. */
export function openWebDav({ url, user }: WebDavAddress, secret: string): Target {
  if (!URL.canParse(url)) throw new OffsiteError('address', url);
  const folder = new URL(`${url.replace(/\/+$/, '')}/`);
  if (folder.protocol !== 'https:') throw new OffsiteError('https');
  const authorization = `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
  const urlOf = (name: string): URL => new URL(encodeURIComponent(name), folder);

  async function call(at: URL, given: Omit<HttpCall, 'url'>, good: readonly number[]): Promise<HttpAnswer> {
    const answer = await httpCall({ ...given, url: at, headers: { ...given.headers, authorization } });
    if (!good.includes(answer.status)) throw answerError(answer, `${given.method} ${at.pathname}`);
    return answer;
  }
  const list = async (): Promise<TargetFile[]> => {
    const headers = { depth: '1', 'content-type': 'application/xml; charset=utf-8' };
    const { status, text } = await call(folder, { method: 'PROPFIND', headers, text: wanted }, [200, 207, 405]);
    // A web server without WebDAV does not know the method, or sends its page.
    if (status !== 207) throw new OffsiteError('other', `PROPFIND: the answer was ${status}`);
    return filesOf(text);
  };
  const remove = async (name: string): Promise<void> => {
    await call(urlOf(name), { method: 'DELETE', headers: {} }, [200, 204, 404]);
  };
  const target: Files = {
    list,
    remove,
    async put(name, path) {
      const part = `${name}.part`;
      try {
        await call(urlOf(part), { method: 'PUT', headers: {}, file: path }, [200, 201, 204]);
        checkSize(part, path, (await list()).find((file) => file.name === part)?.bytes);
        const headers = { destination: urlOf(name).href, overwrite: 'T' };
        await call(urlOf(part), { method: 'MOVE', headers }, [201, 204]);
      } catch (error) {
        await remove(part).catch(() => undefined);
        throw error;
      }
    },
    async get(name, path) {
      await call(urlOf(name), { method: 'GET', headers: {}, into: path }, [200]);
    },
  };
  return {
    ...target,
    prepare: async () => {
      await tryTarget(target);
      return false;
    },
    check: async () => void (await list()),
    close: () => undefined,
  };
}
