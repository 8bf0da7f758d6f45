// Collects the texts and images in the contents of messages.

/** Returns the texts of contents, joined, and their images. */
export function joinContents(contents) {
  const texts = [];
  const images = [];
  for (const part of contents.flat()) {
    if (typeof part === 'string') texts.push(part);
    else if (typeof part?.text === 'string') texts.push(part.text);
    else if (imageOf(part)) images.push(imageOf(part));
    else if (part !== null && part !== undefined) texts.push(JSON.stringify(part));
  }
  return { text: texts.join('\n'), images };
}

function imageOf(part) {
  const url = part?.image_url?.url ?? part?.image_url;
  if (typeof url === 'string') return url.replace(/^data:[^,]*,/, '');
  return part?.inlineData?.data;
}
