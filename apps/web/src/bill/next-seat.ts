/** The seat that the next items of a bill are for, as the person at this till chose it. Source: R23.9. */
import { create } from 'zustand';

const useNextSeats = create<Readonly<Record<string, number>>>()(() => ({}));

/** Returns the chosen seat of a bill; 0 for all. */
export const useNextSeat = (billKey: string): number => useNextSeats((seats) => seats[billKey] ?? 0);

export const nextSeatHere = (billKey: string): number => useNextSeats.getState()[billKey] ?? 0;

/** Chooses one; another bill begins with what is shared again. */
export const chooseNextSeat = (billKey: string, seat: number): void => useNextSeats.setState({ [billKey]: seat }, true);
