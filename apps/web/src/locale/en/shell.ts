/** The words of the shell in English: where one is, what is found, what one is told. */
export const enShell = {
  place: {
    noScreen: 'There is no screen for you yet',
    breadcrumb: 'Breadcrumb',
    profile: 'Profile',
    admin: 'Admin',
  },
  finder: {
    search: 'Search',
    typeToSearch: 'Type to search',
    enter: 'Press Enter to search',
    results: 'Results',
    searching: 'Searching',
    nothing: 'Nothing found for “{{value}}”',
    failed: 'The search did not work',
    count_one: '{{count}} result',
    count_other: '{{count}} results',
  },
  notices: {
    notifications: 'Notifications',
    unread_one: '{{count}} new notification',
    unread_other: '{{count}} new notifications',
    none: 'No notifications',
    noneHint: 'What goes wrong, and what others should know, stands here.',
    read: 'Mark all as read',
    clear: 'Clear',
    open: 'Open',
    new: 'New',
  },
};
