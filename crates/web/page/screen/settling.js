// Protection of new controls from late taps.

const BLOCK_MS = 400;

/**
 * Blocks pointers on new controls for a moment, because a person may still tap the old ones.
 * @param {HTMLElement} region @returns {HTMLElement}
 */
export function blockTaps(region) {
  region.classList.add('settling');
  setTimeout(() => region.classList.remove('settling'), BLOCK_MS);
  return region;
}
