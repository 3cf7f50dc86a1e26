/** Tells a text field that is being typed in from one that only has the focus when a scanner types. Source: R35.23. */

/** So long after the last key of a person a field still counts as being typed in. */
const typingMs = 3000;

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Returns functions for the keys in a text field. A quick row of keys belongs to a scanner when nobody typed into the field shortly before; the text
 * that the field had before the row can be restored.
 */
export function keysOfField(maxGapMs: () => number) {
  let last = Number.NEGATIVE_INFINITY;
  let typedAt = Number.NEGATIVE_INFINITY;
  let rowLength = 0;
  let field: Field | undefined;
  let text = '';

  /** Takes a key, and returns whether a person is typing into its field. */
  function isTyping({ target, key, timeStamp }: KeyboardEvent): boolean {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return true;
    if (target !== field) typedAt = Number.NEGATIVE_INFINITY;
    const startsRow = target !== field || timeStamp - last > maxGapMs();
    if (startsRow) {
      // A row of one key was typed by a person.
      if (target === field && rowLength === 1) typedAt = last;
      field = target;
      text = target.value;
      rowLength = 0;
    }
    if (key.length === 1) rowLength += 1;
    last = timeStamp;
    return timeStamp - typedAt < typingMs;
  }

  /** Gives the field the text back that it had before the scan, as if a person had typed it. */
  function restore(): void {
    if (!field || field.value === text) return;
    // The setter of the prototype: the library that renders the field replaces the one of the element.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }

  return { isTyping, restore };
}
