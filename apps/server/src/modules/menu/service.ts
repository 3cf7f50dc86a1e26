/** What other modules may ask of menus. */
export { menuItemHooks, modifierGroupHooks } from './hooks.ts';
export { readMenus, readModifierGroups } from './queries.ts';
