import styles from './icon.module.css';

const paths = {
  dashboard: 'M4 12 12 5l8 7v7a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  bill: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9.5 8h5M9.5 12h5',
  history: 'M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 4v4.5h4.5M12 8v4.5l3 1.8',
  delivery: 'M3 7h11v9H3zM14 10h4l3 3v3h-7zM7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  menu: 'M6 4v7a2 2 0 0 0 4 0V4M8 4v16M17 4c-2 0-3 2.2-3 5s1 4 3 4zm0 0v16',
  box: 'm4 8 8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
  vendor:
    'M4 9 5.5 4h13L20 9M4 9a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0A2.7 2.7 0 0 0 20 9M5.5 12v8h13v-8M10 20v-4.5h4V20',
  people:
    'M9.5 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3 19.5c.6-3.6 3-5.5 6.5-5.500s5.9 1.9 6.5 5.500M16 4.800a3.5 3.5 0 0 1 0 6.400M18 14.300c1.7.8 2.7 2.5 3 5.2',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20c.8-4 3.7-6 7.5-6s6.7 2 7.5 6',
  account:
    'M4 7.500A1.5 1.5 0 0 1 5.5 6H17v3M4 7.500V18a1.5 1.5 0 0 0 1.5 1.500H20V9H5.500A1.5 1.5 0 0 1 4 7.500M16.5 14.200h.01',
  report: 'M5 19V9M12 19V5M19 19v-7',
  globe:
    'M12 20.500a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17M3.5 12h17M12 3.500c2.5 2.5 3.5 5.5 3.5 8.500s-1 6-3.5 8.500C9.5 18 8.5 15 8.5 12S9.5 6 12 3.5',
  settings:
    'M4 7h9M17 7h3M4 12h3M11 12h9M4 17h7M15 17h5M15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4M9 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4M13 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  till: 'M4 13h16v6.500H4zM6 13l1.5-8.500h9L18 13M10 16.300h4M9.5 8h5',
  lock: 'M7.5 11V8a4.5 4.5 0 0 1 9 0v3M5.5 11h13v9h-13z',
  clock: 'M12 20.500a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17M12 7.500V12l3 2',
  key: 'M14.5 14a5 5 0 1 0-4.7-3.300L4 16.500V20h3.500v-2.500H10V15l1-1a5 5 0 0 0 3.5 0M16 8.500h.01',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'm5 12.5 4.5 4.500L19 7.5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M16 16l4.5 4.5',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  down: 'm6 9.5 6 6 6-6',
  forward: 'm9.5 6 6 6-6 6',
  back: 'm14.5 6-6 6 6 6',
  collapse: 'M4 5h16v14H4zM9.5 5v14M16 9.5 13.5 12l2.5 2.5',
  expand: 'M4 5h16v14H4zM9.5 5v14M13.5 9.5 16 12l-2.5 2.5',
  fullScreen: 'M4 9V4.500h4.500M20 9V4.500h-4.500M4 15v4.500h4.500M20 15v4.500h-4.5',
  leaveFullScreen: 'M8.5 4.500V9H4M15.5 4.500V9H20M8.5 19.500V15H4M15.5 19.500V15H20',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8M12 2.800v1.700M12 19.500v1.700M5.5 5.500l1.2 1.200M17.3 17.300l1.2 1.200M2.8 12h1.700M19.5 12h1.700M5.5 18.500l1.2-1.200M17.3 6.700l1.2-1.2',
  moon: 'M19.5 14.500A8 8 0 0 1 9.5 4.500a8 8 0 1 0 10 10',
  logout: 'M10 4.500H5.500v15H10M9.5 12H20M16.5 8.5 20 12l-3.5 3.5',
  outlet: 'M5 20V6.500L12 4v16M12 9l7 2v9M3 20h18M8 9.500h.01M8 13h.01M8 16.500h.01M15.5 14h.01M15.5 17h.01',
  switch: 'M7 4.5 3.5 8 7 11.500M3.5 8H17M17 12.500l3.5 3.5-3.5 3.500M20.5 16H7',
  backspace: 'M9 5.500h11v13H9L3.5 12zM12 9.500l5 5M17 9.500l-5 5',
  note: 'M5 4h14v11l-5 5H5zM14 20v-5h5M8.5 9h7M8.5 12.500h3.5',
  trash: 'M4.5 7h15M9.5 7V4.500h5V7M6.5 7l1 13h9l1-13M10.5 11v5M13.5 11v5',
  printer: 'M7 8.500V4h10v4.500M7 16H4.500V8.500h15V16H17M7 13.500h10V20H7z',
  transfer: 'M4 8.500h14M14.5 5 18 8.5 14.5 12M20 15.500H6M9.5 12 6 15.5 9.5 19',
  percent: 'M18 6 6 18M7.5 9.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4M16.5 18.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  undo: 'M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11H9',
  warning: 'M12 4 2.8 19.500h18.400zM12 10v4.500M12 17h.01',
  bell: 'M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 1.500h-15zM10 20.500h4',
  info: 'M12 20.500a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17M12 11v5.500M12 7.500h.01',
  cash: 'M3 6.500h18v11H3zM12 14.800a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.600M6 9.500h.01M18 14.500h.01',
  card: 'M3.5 6h17v12h-17zM3.5 10h17M7 14.500h3',
  bank: 'M3.5 9.5 12 4.500l8.5 5M4 19.500h16M6 10v6.500M10 10v6.500M14 10v6.500M18 10v6.5',
  split: 'M12 20v-7L6 6M6 10.500V6h4.500M12 13l6-7M13.5 6H18v4.5',
  refresh: 'M19.5 11A8 8 0 0 0 5.5 7.500L4 9M4 4.500V9h4.500M4.5 13a8 8 0 0 0 14 3.500L20 15M20 19.500V15h-4.5',
  rows: 'M4 6h16M4 12h16M4 18h16',
  cards: 'M4 4.500h7v7H4zM13.500 4.500h6.500v7h-6.500zM4 14h7v5.500H4zM13.500 14h6.500v5.500h-6.500z',
  calendar: 'M4.500 6h15v14h-15zM4.500 10.500h15M8.500 3.500V8M15.500 3.500V8',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 2.500-2.500L20 17M15.500 9.500h.01',
  upload: 'M12 16V5M7.500 9.500 12 5l4.500 4.500M5 19h14',
} as const;

export type IconName = keyof typeof paths;

/** A stroke drawing beside a word; it is never the only sign, so it is hidden from readers. */
export function Icon({ name, size = 22, mirrored = false }: { name: IconName; size?: number; mirrored?: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={mirrored || name === 'forward' || name === 'back' || name === 'logout' ? styles.mirrored : styles.icon}
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
