/** Encodes multipart bodies: nested objects and arrays become dotted and indexed names (R18.2). */
import { multipartEntries } from '@atoll/domain/form/multipart';

/** Returns a request body as multipart form data. */
export function formBody(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of multipartEntries(body)) {
    if (value instanceof Blob) form.append(name, value);
    else form.append(name, `${value as string | number | boolean}`);
  }
  return form;
}
