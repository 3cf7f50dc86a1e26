/** Functions of menus for other modules. */
export { menuItemHooks, modifierGroupHooks } from './hooks.ts';
export { readModifierGroups } from './queries.ts';
