/** The words of the guide and the keyboard in Dhivehi. */
export const dvHelp = {
  language: {
    label: 'ބަސް',
    hint: 'މި ޑިވައިސްގައި ތިބާއަށް ސްކްރީންތައް ފެންނާނެ ބަހެވެ. ޕްރިންޓްކުރާ ބަހެއް ސެޓިންގްސްގައި ވަކިން އެބައޮތެވެ.',
  },
  help: {
    guide: 'ގައިޑް',
    guideTo: 'ގައިޑް: {{screen}}',
    shortcuts: 'ކީބޯޑު ޝޯޓްކަޓްތައް',
    starting: 'ފަށާނެ ގޮތް',
  },
  shortcut: {
    title: 'ކީބޯޑު ޝޯޓްކަޓްތައް',
    space: 'ހުސްޖާގަ',
    groups: {
      everywhere: 'ކޮންމެ ތަނެއްގައި',
      list: 'ލިސްޓެއްގެ ސަފެއްގައި',
      bill: 'އައިޓަމެއް ހޯދާ ގޮޅީގައި',
      delivery: 'އޯޑަރެއްގައި',
      kitchen: 'ބަދިގޭގެ ސްކްރީންގައި',
    },
    everywhere: {
      sheet: 'މި ލިސްޓު',
      find: 'ހޯދާ',
      close: 'މަތީގައި އޮތް އެއްޗެއް ބަންދުކުރޭ',
      toasts: 'މެސެޖުތަކަށް',
    },
    list: {
      next: 'ދެން އޮތް ސަފު',
      previous: 'ކުރީގެ ސަފު',
      first: 'ފުރަތަމަ ސަފު',
      last: 'އެންމެ ފަހު ސަފު',
      open: 'ހުޅުވާ',
      select: 'ހޮވާ',
    },
    bill: {
      takeFirst: 'ފުރަތަމަ ފެނުނު އައިޓަމް ނަގާ',
      clearFind: 'ގޮޅި ހުސްކުރޭ',
    },
    delivery: {
      step: 'ދެން އޮތް މަރުހަލާއަށް',
      next: 'ދެން އޮތް އޯޑަރު',
      previous: 'ކުރީގެ އޯޑަރު',
      open: 'ހުޅުވާ',
    },
    kitchen: {
      bump: 'އެ ޓިކެޓް ކުރިޔަށް ގެންދޭ',
      recall: 'އެންމެ ފަހުން ދިން އެއްޗެއް އަނބުރާ ގެންނާ',
    },
  },
} as const;
