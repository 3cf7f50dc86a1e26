/** Who approved last on this device: the next approval asks for their passcode at once. */

const storageKey = 'atoll.approver';

/** Returns the id of the last approver, or undefined. */
export function lastApproverId(): number | undefined {
  const id = Number(localStorage.getItem(storageKey));
  return id > 0 ? id : undefined;
}

export const keepApprover = (id: number): void => localStorage.setItem(storageKey, String(id));
