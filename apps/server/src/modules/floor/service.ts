/** What other modules may use of the floor plan. */
export { findSection, readPlan, sectionIdOf, setSectionWaiter, waiterOfSlot } from './floor-plan.ts';
