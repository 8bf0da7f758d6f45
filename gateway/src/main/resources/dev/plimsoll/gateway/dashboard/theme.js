// sets the theme before the first paint, so that the page does not change its colors
(() => {
  try {
    const theme = localStorage.getItem("plimsoll-theme");
    if (theme) document.documentElement.dataset.theme = theme;
  } catch { /* no storage: the system's theme applies */ }
})();
