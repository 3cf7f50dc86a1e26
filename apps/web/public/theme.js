// Sets the theme before the first paint; it stands in a file of its own because inline scripts are not allowed.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('atoll-theme');
  } catch {
    // A browser that keeps nothing follows the system.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
