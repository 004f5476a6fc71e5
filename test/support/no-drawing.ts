/**
 * A script for pages: WebGL that draws nothing. MapLibre lays out the map and answers the pointer; only pixels are missing,
 * which cost half of a page.
 */
export const NO_DRAWING = `(() => {
  const real = HTMLCanvasElement.prototype.getContext
  const fakes = new WeakMap()
  const make = (canvas) => {
    const gl = { canvas, drawingBufferColorSpace: 'srgb', unpackColorSpace: 'srgb', drawingBufferFormat: 0x8058 }
    const about = Object.getOwnPropertyDescriptors(WebGL2RenderingContext.prototype)
    for (const [name, { value }] of Object.entries(about)) {
      if (typeof value === 'number') gl[name] = value
      else if (typeof value === 'function' && name !== 'constructor')
        gl[name] = name.startsWith('create') || name === 'fenceSync' ? () => ({}) : () => undefined
    }
    Object.defineProperty(gl, 'drawingBufferWidth', { get: () => canvas.width })
    Object.defineProperty(gl, 'drawingBufferHeight', { get: () => canvas.height })
    const parameters = new Map([
      [gl.MAX_TEXTURE_SIZE, 8192], [gl.MAX_TEXTURE_IMAGE_UNITS, 16], [gl.MAX_VERTEX_ATTRIBS, 16],
      [gl.MAX_COMBINED_TEXTURE_IMAGE_UNITS, 32], [gl.MAX_CUBE_MAP_TEXTURE_SIZE, 8192], [gl.MAX_RENDERBUFFER_SIZE, 8192],
      [gl.MAX_SAMPLES, 4], [gl.MAX_VERTEX_UNIFORM_VECTORS, 1024], [gl.MAX_FRAGMENT_UNIFORM_VECTORS, 1024],
      [gl.ALIASED_LINE_WIDTH_RANGE, new Float32Array([1, 1])], [gl.MAX_VIEWPORT_DIMS, new Int32Array([8192, 8192])],
      [gl.VERSION, 'WebGL 2.0'], [gl.SHADING_LANGUAGE_VERSION, 'WebGL GLSL ES 3.00'], [gl.VENDOR, 'none'], [gl.RENDERER, 'none'],
    ])
    Object.assign(gl, {
      getParameter: (what) => what === gl.VIEWPORT ? new Int32Array([0, 0, canvas.width, canvas.height]) : parameters.get(what) ?? 0,
      getExtension: () => null, getSupportedExtensions: () => [], isContextLost: () => false, getError: () => 0,
      getContextAttributes: () => ({ alpha: true, antialias: false, depth: true, stencil: true, premultipliedAlpha: true, preserveDrawingBuffer: false }),
      getShaderParameter: () => true, getShaderInfoLog: () => '', getProgramInfoLog: () => '',
      getProgramParameter: (_, what) => what === gl.ACTIVE_UNIFORMS || what === gl.ACTIVE_ATTRIBUTES ? 0 : true,
      getAttribLocation: () => 0, getUniformLocation: () => ({}), checkFramebufferStatus: () => gl.FRAMEBUFFER_COMPLETE,
      clientWaitSync: () => gl.ALREADY_SIGNALED, getSyncParameter: () => gl.SIGNALED,
    })
    return gl
  }
  HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
    if (kind !== 'webgl2' && kind !== 'webgl') return real.call(this, kind, ...more)
    if (!fakes.has(this)) fakes.set(this, make(this))
    return fakes.get(this)
  }
})()`
