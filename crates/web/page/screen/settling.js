// Late taps: controls that come where others were take none of them.

/** The time for which controls in a new place answer no finger. */
const SETTLING_MS = 400;

/**
 * Keeps pointers from controls that have just come: a finger may still tap what was there before them.
 * @param {HTMLElement} region @returns {HTMLElement}
 */
export function settling(region) {
  region.classList.add('settling');
  setTimeout(() => region.classList.remove('settling'), SETTLING_MS);
  return region;
}
