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
  // With this script, the day is shown only where it is used.
  document.getElementById('weekday-hint')?.toggleAttribute('hidden', true);
})();
