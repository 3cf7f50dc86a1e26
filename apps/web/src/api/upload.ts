/** Uploads files and reports progress, which `fetch` does not report for request bodies. */
import { apiUrl, CallError, callHeaders, type ErrorBody, request, storeError } from './api.ts';
import { isServerAnswer, NotServerError } from './not-server.ts';

/** Sends the file once, without renewing the token. */
function sendOnce(path: string, file: Blob, onProgress: (part: number) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sender = new XMLHttpRequest();
    sender.open('POST', apiUrl(path));
    callHeaders().forEach((value, name) => sender.setRequestHeader(name, value));
    sender.upload.onprogress = (event) => onProgress(event.lengthComputable ? event.loaded / event.total : 0);
    sender.onerror = () => reject(new TypeError('The network failed'));
    sender.onload = () => {
      let body: unknown;
      try {
        body = JSON.parse(sender.responseText);
      } catch {
        // A gateway may respond with an HTML page.
        body = null;
      }
      const headers = new Headers({ 'X-Store': sender.getResponseHeader('X-Store') ?? '' });
      if (!isServerAnswer(headers)) reject(new NotServerError(sender.status));
      else if (sender.status >= 200 && sender.status < 300) resolve(body);
      else reject(new CallError(sender.status, body as ErrorBody | null, apiUrl(path)));
    };
    const form = new FormData();
    form.append('file', file);
    sender.send(form);
  });
}

/**
 * Uploads a file as the form field 'file' and returns the server's response. `onProgress` gets 0…1. Rejects with `CallError`, or with `TypeError`
 * when the server did not respond.
 */
export async function uploadFile(path: string, file: File, onProgress: (part: number) => void): Promise<unknown> {
  const once = () => sendOnce(path, file, onProgress);
  try {
    return await once().catch(async (error: unknown) => {
      if (!(error instanceof CallError) || error.status !== 401) throw error;
      // Any call renews the token or ends the session.
      await request('GET', '/app/user', { quiet: true });
      return once();
    });
  } catch (error) {
    if (error instanceof CallError) storeError(error);
    throw error;
  }
}

/** Uploads an image and returns its URL. Otherwise as `uploadFile`. */
export async function uploadImage(file: File, onProgress: (part: number) => void): Promise<string> {
  return ((await uploadFile('/app/files', file, onProgress)) as { url: string }).url;
}
