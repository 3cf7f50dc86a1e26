/** Functions of menus for other modules. */
export { menuItemHooks, modifierGroupHooks } from './hooks.ts';
export { readMenuHeads, readModifierGroups } from './queries.ts';
