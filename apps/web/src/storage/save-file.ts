/** Saves a file for the person by the browser's download. */
export function saveFile(name: string, data: Blob): void {
  const url = URL.createObjectURL(data);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser starts to read it by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
