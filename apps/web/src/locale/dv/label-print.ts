/** What the print server says in Dhivehi, by its English; values stand in their holes. */
export const printLabels = {
  '{{printer}}: no connection. Check that it is on. The ticket prints when it is back.':
    '{{printer}}: ކަނެކްޝަނެއް ނެތް. ޕްރިންޓަރު ޖަހާފައި ހުރިތޯ ބަލާ. ކަނެކްޝަން އައުމުން ޓިކެޓް ޕްރިންޓްވާނެއެވެ.',
  '{{printer}}: it is busy or off. Switch it on, or wait. Then the ticket prints.':
    '{{printer}}: ޕްރިންޓަރު މަޝްޣޫލު ނުވަތަ ނިވިފައި. ޖަހާ، ނުވަތަ މަޑުކުރޭ. އޭރުން ޓިކެޓް ޕްރިންޓްވާނެއެވެ.',
  '{{printer}}: paper is out. Put in new paper. Then the ticket prints.':
    '{{printer}}: ކަރުދާސް ހުސްވެއްޖެ. އައު ކަރުދާސް އަޅާ. އޭރުން ޓިކެޓް ޕްރިންޓްވާނެއެވެ.',
  '{{printer}}: the cover is open. Close it. Then the ticket prints.':
    '{{printer}}: މަތިގަނޑު ހުޅުވިފައި. ބަންދުކުރޭ. އޭރުން ޓިކެޓް ޕްރިންޓްވާނެއެވެ.',
  '{{printer}}: the cutter is stuck. Free it. Then the ticket prints.':
    '{{printer}}: ކަރުދާސް ކަނޑާ ތަން ޖާމުވެއްޖެ. ފިލުވާ. އޭރުން ޓިކެޓް ޕްރިންޓްވާނެއެވެ.',
  '{{printer}}: it reports an error. Clear it on the printer. Then the ticket prints.':
    '{{printer}}: ޕްރިންޓަރުގައި މައްސަލައެއް އެބައުޅެއެވެ. ޕްރިންޓަރުން ފިލުވާ. އޭރުން ޓިކެޓް ޕްރިންޓްވާނެއެވެ.',
  '{{printer}}: it does not answer. Switch it off and on. Then the ticket prints.':
    '{{printer}}: ޕްރިންޓަރުން ޖަވާބެއް ނުދެއެވެ. ނިއްވާލާފައި އަލުން ޖަހާ. އޭރުން ޓިކެޓް ޕްރިންޓްވާނެއެވެ.',
  '{{printer}}: it is paused on this computer. Resume it. Then the ticket prints.':
    '{{printer}}: މި ކޮމްޕިއުޓަރުގައި ޕްރިންޓަރު މަޑުޖައްސާފައި. އަލުން ފަށާ. އޭރުން ޓިކެޓް ޕްރިންޓްވާނެއެވެ.',
  '{{printer}}: it stopped while printing. The ticket prints again, marked as a possible duplicate.':
    '{{printer}}: ޕްރިންޓްކުރަނިކޮށް ހުއްޓިއްޖެ. ދެފަހަރަށް ޕްރިންޓްވެފައި ވެދާނެކަން ޖަހާފައި ޓިކެޓް އަލުން ޕްރިންޓްވާނެއެވެ.',
  '{{printer}}: the ticket waited too long and is on hold. Print it now or cancel it.':
    '{{printer}}: ޓިކެޓް މާ ގިނަ އިރު މަޑުކޮށްގެން ހިފަހައްޓާފައި. މިހާރު ޕްރިންޓްކުރޭ، ނުވަތަ ކެންސަލްކުރޭ.',
  '{{printer}}: it took the ticket but did not confirm it. Check that it came out.':
    '{{printer}}: ޕްރިންޓަރުން ޓިކެޓް ގަބޫލުކުރި، ނަމަވެސް ޔަޤީނެއް ނުކުރި. ޓިކެޓް ނިކުތްތޯ ބަލާ.',
  '{{printer}}: it is still printing. The ticket waits its turn.': '{{printer}}: އަދި ޕްރިންޓްކުރަނީ. ޓިކެޓް އޭގެ ވަނައަށް މަޑުކުރަނީ.',
  "Printer '{{printer}}' is not set up": '’{{printer}}‘ ޕްރިންޓަރު ސެޓަޕްކޮށްފައެއް ނެތް',
  'This printer is not for practice': 'މި ޕްރިންޓަރަކީ ޕްރެކްޓިހަށް ކަނޑައެޅިފައިވާ އެއްޗެއް ނޫން',
  "Printer '{{printer}}' is off. Turn it on in Settings, Printers": '’{{printer}}‘ ޕްރިންޓަރު ނިއްވާލާފައި. ސެޓިންގްސްގެ ޕްރިންޓަރުތަކުން ޖަހާ',
  "Tickets wait for '{{printer}}'. Print or cancel them first":
    '’{{printer}}‘ އަށް ޓިކެޓްތަކެއް މަޑުކުރަނީ. ކުރިން އެއެއް ޕްރިންޓްކުރޭ، ނުވަތަ ކެންސަލްކުރޭ',
  '{{printer}}: this ticket cannot be printed': '{{printer}}: މި ޓިކެޓެއް ނުޕްރިންޓްކުރެވޭ',
  'Set up a PDF printer to save pictures': 'ފޮޓޯ ރައްކާކުރުމަށް PDF ޕްރިންޓަރެއް ސެޓަޕްކުރޭ',
  'Choose another name for the printer': 'ޕްރިންޓަރަށް އެހެން ނަމެއް ހޮވާ',
  'Check the settings of the printer': 'ޕްރިންޓަރުގެ ސެޓިންގްސް ބަލާ',
  'Enter the IP address of the printer': 'ޕްރިންޓަރުގެ IP އެޑްރެސް ޖަހާ',
  'Enter the device of the printer, like /dev/usb/lp0': 'ޕްރިންޓަރުގެ ޑިވައިސް ޖަހާ، މިސާލަކަށް /dev/usb/lp0',
  'Enter the print queue of the printer': 'ޕްރިންޓަރުގެ ޕްރިންޓް ކިއު ޖަހާ',
  'This is not the name of the print server': 'މިއީ ޕްރިންޓް ސަރވަރުގެ ނަމެއް ނޫން',
  'This app is not paired with the print server. Pair it in Settings, Printers':
    'މި އެޕް ޕްރިންޓް ސަރވަރާ ޕެއަރުކޮށްފައެއް ނެތް. ސެޓިންގްސްގެ ޕްރިންޓަރުތަކުން ޕެއަރުކުރޭ',
  'This program is not paired with the print server': 'މި ޕްރޮގްރާމު ޕްރިންޓް ސަރވަރާ ޕެއަރުކޮށްފައެއް ނެތް',
  'The print server has no such call': 'ޕްރިންޓް ސަރވަރުގައި މިކަމެއް ނުކުރެވޭ',
  'The request could not be read': 'އެދުމެއް ނުކިޔުނު',
  'This is too large to print. Make it smaller': 'މިއީ ޕްރިންޓްނުކުރެވޭވަރުގެ ބޮޑު އެއްޗެއް. ކުޑަކުރޭ',
  'Send this as JSON': 'މި JSON ގެ ގޮތުގައި ފޮނުވާ',
  'Something went wrong in the print server. Try again': 'ޕްރިންޓް ސަރވަރުގައި މައްސަލައެއް ޖެހިއްޖެ. އަލުން މަސައްކަތްކުރޭ',
  'Ticket not found. Refresh the list': 'މި ޓިކެޓެއް ނުފެނުނު. ލިސްޓު އައުކުރޭ',
  'The list could not be read': 'ލިސްޓެއް ނުކިޔުނު',
  'A test page has no preview': 'ޓެސްޓް ސަފްޙާއެއްގެ ޕްރިވިއުއެއް ނޯންނާނެ',
  'A test page has no copies': 'ޓެސްޓް ސަފްޙާއެއްގެ ކޮޕީއެއް ނޯންނާނެ',
  'Only a web app is paired': 'ޕެއަރުކުރެވޭނީ ހަމައެކަނި ވެބް އެޕެއް',
  'This text has characters that cannot be printed': 'މި ލިޔުމުގައި ޕްރިންޓްނުކުރެވޭ އަކުރުތަކެއް އެބަހުރި',
  'The print server cannot print this kind of document': 'މި ބާވަތުގެ ލިޔުމެއް ޕްރިންޓް ސަރވަރަކުން ނުޕްރިންޓްކުރެވޭ',
  'The ticket could not be read': 'ޓިކެޓެއް ނުކިޔުނު',
  'The slip has no text': 'ސްލިޕްގައި ލިޔުމެއް ނެތް',
  'Some amounts of the bill are missing': 'ބިލްގެ ބައެއް ޢަދަދުތައް މަދު',
  'Could not store the ticket. It did not print. Try again': 'ޓިކެޓެއް ނުރައްކާކުރެވުނު. ޕްރިންޓެއް ނުވި. އަލުން މަސައްކަތްކުރޭ',
  'Could not store the ticket in time. Try again': 'ޓިކެޓް ވަގުތުން ނުރައްކާކުރެވުނު. އަލުން މަސައްކަތްކުރޭ',
  'It is too late to cancel this ticket': 'މި ޓިކެޓް ކެންސަލްކުރާކަށް މިހާރު މާ ލަސްވެއްޖެ',
  'This ticket was cancelled': 'މި ޓިކެޓް ކެންސަލްކޮށްފި',
  'This ticket is printing or already printed. Use Reprint for a copy': 'މި ޓިކެޓް ޕްރިންޓްކުރަނީ، ނުވަތަ ޕްރިންޓްކޮށްފި. ކޮޕީއަކަށް އަލުން ޕްރިންޓްކުރޭ',
  'The print server is starting. Try again in a moment': 'ޕްރިންޓް ސަރވަރު ފެށެނީ. ކުޑައިރުކޮޅަކުން އަލުން މަސައްކަތްކުރޭ',
  'Too many attempts. Wait a minute and try again': 'މާ ގިނަ ފަހަރު މަސައްކަތްކޮށްފި. މިނިޓަކު މަޑުކޮށް އަލުން މަސައްކަތްކުރޭ',
  'Too many wrong codes. Start the print server again, or wait a day': 'މާ ގިނަ ގޯސް ކޯޑު. ޕްރިންޓް ސަރވަރު އަލުން ފަށާ، ނުވަތަ ދުވަހަކު މަޑުކުރޭ',
  'Ask for a new code first': 'ކުރިން އައު ކޯޑަކަށް އެދޭ',
  'Wrong code. Type the code from the print server page': 'ކޯޑު ގޯސް. ޕްރިންޓް ސަރވަރުގެ ސަފްޙާގައިވާ ކޯޑު ޖަހާ',
} as const;
