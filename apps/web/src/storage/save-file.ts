/** Gives the person a file, by the browser's own download. */
export function saveFile(name: string, data: Blob): void {
  const url = URL.createObjectURL(data);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has begun to read it by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
