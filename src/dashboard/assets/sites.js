// @ts-check
/**
 * Disables the platforms of the country that is not chosen. Without this script, the server reports platforms that do
 * not fit.
 */
'use strict';
(() => {
  for (const form of document.forms) {
    const country = form.elements.namedItem('arg-country');
    const query = form.elements.namedItem('arg-query');
    const sites = [...form.querySelectorAll('fieldset[data-country]')].filter(
      (group) => group instanceof HTMLFieldSetElement,
    );
    if (!(country instanceof HTMLSelectElement) || sites.length === 0) continue;
    /** @param {boolean} tickUsual True to tick the usual platforms of a country in which none is ticked. */
    const followCountry = (tickUsual) => {
      for (const group of sites) {
        const isOther = group.dataset.country !== country.value;
        group.disabled = isOther;
        if (isOther || !tickUsual || group.querySelector('input:checked')) continue;
        for (const box of group.querySelectorAll('input[data-usual]'))
          if (box instanceof HTMLInputElement) box.checked = true;
      }
    };
    followCountry(false);
    for (const needless of form.querySelectorAll('fieldset[data-country] [data-needless]'))
      needless.toggleAttribute('hidden', true);
    country.addEventListener('change', () => {
      followCountry(true);
      // The other country's example finds no job in this country's sample data, so it is replaced.
      const own = sites.find(({ dataset }) => dataset.country === country.value)?.dataset.example;
      const other = sites.find(({ dataset }) => dataset.country !== country.value)?.dataset.example;
      if (own && other !== undefined && query instanceof HTMLInputElement && query.value === other) query.value = own;
    });
    addEventListener('pageshow', () => followCountry(false));
  }
})();
