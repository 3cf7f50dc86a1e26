/** English texts of the app's frame around every screen: navigation, search, notifications. */
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
  },
  notices: {
    from: 'from {{name}}',
    notifications: 'Notifications',
    unread_one: '{{count}} new notification',
    unread_other: '{{count}} new notifications',
  },
};
