/** The mark: a door with the light on above it. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 512 512" aria-hidden focusable={false}>
      <rect width="512" height="512" rx="116" fill="#2f4bcb" />
      <g transform="translate(256 330) scale(1.14) translate(-256 -330)">
        <path fill="#ffb71f" d="M206,236L132,236A124 124 0 0 1 164.4,152.4L217,204.7A50 50 0 0 0 206,236Z" />
        <path fill="#ffd35c" d="M224.7,197L172.4,144.4A124 124 0 0 1 250.4,112.1L250.6,186.3A50 50 0 0 0 224.7,197Z" />
        <path
          fill="#ffe08a"
          d="M261.4,186.3L261.6,112.1A124 124 0 0 1 339.6,144.4L287.3,197A50 50 0 0 0 261.4,186.3Z"
        />
        <path fill="#ffc63d" d="M295,204.7L347.6,152.4A124 124 0 0 1 380,236L306,236A50 50 0 0 0 295,204.7Z" />
        <path fill="#fff3cf" d="M219 236A37 37 0 0 1 293 236Z" />
        <path fill="#fff" d="M132 254h248v235.6H132Z" />
        <path fill="#c3d0ff" d="M164 288h78v96h-78ZM270 288h78v96h-78ZM164 410h78v79.6h-78ZM270 410h78v79.6h-78Z" />
        <circle cx="256" cy="397" r="13" fill="#2f4bcb" />
      </g>
    </svg>
  )
}
