/** Multipart bodies: nested objects and arrays become dotted and indexed names (R18.2). */
function put(form: FormData, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (value instanceof Blob) form.append(name, value);
  else if (Array.isArray(value)) value.forEach((item, index) => put(form, `${name}[${index}]`, item));
  else if (typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) put(form, name ? `${name}.${key}` : key, inner);
  } else form.append(name, `${value as string | number | boolean}`);
}

export function formBody(body: unknown): FormData {
  const form = new FormData();
  put(form, '', body);
  return form;
}
