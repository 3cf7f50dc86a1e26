/** New recovery codes of the second factor, until the person has seen them. They are in memory only. Source: R36.7. */
import { create } from 'zustand';

interface ShownCodes {
  readonly codes: readonly string[] | null;
}

export const useRecoveryCodes = create<ShownCodes>()(() => ({ codes: null }));

/** Shows new recovery codes; without any, those of another person are hidden. */
export const showRecoveryCodes = (codes: readonly string[] | undefined): void =>
  useRecoveryCodes.setState({ codes: codes ?? null });
