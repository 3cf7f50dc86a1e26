/** Functions that may be longer than others, `path#name`, each with its reason. */
export const longFunctionReasons: Readonly<Record<string, string>> = {};
