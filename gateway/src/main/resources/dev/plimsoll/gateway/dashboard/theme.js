// before the first paint, so that nothing flashes
(() => {
  try {
    const theme = localStorage.getItem("plimsoll-theme");
    if (theme) document.documentElement.dataset.theme = theme;
  } catch { /* no storage: as the system says */ }
})();
