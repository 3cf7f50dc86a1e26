/** The words of the shell in English: places, search, notifications. */
export const enShell = {
  place: {
    noScreen: 'You cannot open any screen yet',
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
    failed: 'The search failed. Try again.',
    count_one: '{{count}} result',
    count_other: '{{count}} results',
  },
  notices: {
    notifications: 'Notifications',
    unread_one: '{{count}} new notification',
    unread_other: '{{count}} new notifications',
    none: 'No notifications',
    noneHint: 'Problems and news appear here.',
    read: 'Mark all as read',
    clear: 'Clear',
    open: 'Open',
    new: 'New',
  },
};
