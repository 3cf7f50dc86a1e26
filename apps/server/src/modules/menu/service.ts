/** Functions of menus for other modules. */
export { menuItemHooks, modifierGroupHooks } from './hooks.ts';
export { readMenus, readModifierGroups } from './queries.ts';
