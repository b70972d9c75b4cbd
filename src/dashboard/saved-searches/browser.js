// @ts-check
/** The form works without this script, and then shows fields that the chosen frequency does not use. */
'use strict';
(() => {
  const frequency = document.getElementById('frequency');
  if (!(frequency instanceof HTMLSelectElement)) return;
  const follow = () => {
    const isUsed = { weekday: frequency.value === 'weekly', hour: frequency.value !== 'hourly' };
    for (const [id, used] of Object.entries(isUsed))
      document.getElementById(id)?.closest('.field')?.toggleAttribute('hidden', !used);
  };
  follow();
  frequency.addEventListener('change', follow);
  // The browser may restore another choice when the user comes back to the page.
  addEventListener('pageshow', follow);
  // The hint is not needed, because this script shows the day only for weekly searches.
  document.getElementById('weekday-hint')?.toggleAttribute('hidden', true);
})();
