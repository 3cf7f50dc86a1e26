/** The database engine that a store runs on. */
export type Engine = 'sqlite' | 'postgres';
