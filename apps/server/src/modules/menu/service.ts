/** Functions of menus for other modules. */
export { menuItemHooks, modifierGroupHooks } from './hooks.ts';
export { countSold, noneLeft } from './item-counts.ts';
export { presentMarks, presentSet, readMenuHeads, readModifierGroups } from './queries.ts';
