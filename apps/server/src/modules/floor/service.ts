/** What other modules may use of the floor plan. */
export { findSection, sectionName, setSectionWaiter, waiterOfSlot } from './floor-plan.ts';
