/** What other modules use of the import. */
export { runImport } from './run-import.ts';
