/** The words of the shell in Dhivehi. */
export const dvShell = {
  place: {
    noScreen: 'އަދި މިތާ ސްކްރީނެއް ނެތެވެ',
    breadcrumb: 'މިތަނަށް އައި މަގު',
    profile: 'ޕްރޮފައިލް',
    admin: 'އެޑްމިން',
  },
  finder: {
    search: 'ހޯދާ',
    typeToSearch: 'ހޯދަން ޓައިޕްކުރޭ',
    enter: 'ހޯދަން Enter އަށް ފިތާ',
    results: 'ނަތީޖާ',
    searching: 'ހޯދަނީ',
    nothing: '“{{value}}” އެއް ނުފެނުނު',
    failed: 'ހޯދޭކަށް ނެތް. އަލުން މަސައްކަތްކުރޭ.',
    count_one: '{{count}} ނަތީޖާ',
    count_other: '{{count}} ނަތީޖާ',
  },
  notices: {
    notifications: 'ނޯޓިފިކޭޝަންތައް',
    unread_one: '{{count}} އައު ނޯޓިފިކޭޝަން',
    unread_other: '{{count}} އައު ނޯޓިފިކޭޝަން',
    none: 'ނޯޓިފިކޭޝަނެއް ނެތް',
    noneHint: 'ގޯސްވާ ކަންތަކާއި އެހެން މީހުންނަށް އެނގެންޖެހޭ ކަންތައް މިތަނުން ފެންނާނެއެވެ.',
    read: 'ހުރިހާ އެއްޗެއް ކިޔުނުކަމަށް ޖަހާ',
    clear: 'ސާފުކުރޭ',
    open: 'ހުޅުވާ',
    new: 'އައު',
  },
} as const;
