// @ts-check
/**
 * What is delivered and is no package of npm: the Node, and the libraries that are linked into the published build of
 * gdal-async. Their licence texts lie in the packages that bring them.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { inRoot } from '../setup/places.mjs'
import { manifestOf } from './contents.mjs'

/** @typedef {{ name: string, version: string, licence: string, text: string, purl?: string }} Part */

const gdal = inRoot('node_modules', 'gdal-async')
/** @param {string[]} parts */
const deps = (...parts) => path.join(gdal, 'deps', ...parts)

/** @param {string[]} files */
const texts = (...files) => files.map((file) => fs.readFileSync(file, 'utf8').trim()).join('\n\n')

/** The comment at the head of a source file. @param {string} file */
const headOf = (file) => (fs.readFileSync(file, 'utf8').slice(0, 4000).split('*/')[0] ?? '').trim()

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

/** LGPL-2.1, section 6: who gets the program may replace the library in it. */
const RELINK = `GEOS is linked into gdal.node (node_modules/gdal-async). Its sources, and everything that is needed to link gdal.node
anew with another GEOS, are in the package gdal-async of the npm registry in the version named here (deps/libgeos):
"npm install gdal-async --build-from-source" makes the file, which then takes the place of the delivered one.`

/** Linked into the published build of gdal-async. @returns {Omit<Part, 'version'>[]} */
const linked = () => [
  {
    name: 'GDAL',
    licence: 'MIT',
    text: `Copyright (c) 2000, Frank Warmerdam\nCopyright (c) 2008-2025, Even Rouault and others\n\n${MIT}`,
  },
  { name: 'PROJ', licence: 'MIT', text: texts(deps('libproj', 'proj', 'COPYING')) },
  { name: 'GEOS', licence: 'LGPL-2.1', text: `${RELINK}\n\n${texts(deps('libgeos', 'geos', 'COPYING'))}` },
  {
    name: 'HDF5',
    licence: 'BSD-3-Clause',
    text: texts(deps('libhdf5', 'hdf5', 'COPYING'), deps('libhdf5', 'hdf5', 'COPYING_LBNL_HDF5')),
  },
  { name: 'netCDF', licence: 'BSD-3-Clause', text: texts(deps('libnetcdf', 'netcdf', 'COPYRIGHT')) },
  { name: 'OpenJPEG', licence: 'BSD-2-Clause', text: texts(deps('libopenjpeg', 'openjpeg', 'LICENSE')) },
  { name: 'curl', licence: 'curl', text: texts(deps('libcurl', 'curl', 'COPYING')) },
  { name: 'Expat', licence: 'MIT', text: texts(deps('libexpat', 'expat', 'COPYING')) },
  { name: 'SQLite', licence: 'blessing', text: headOf(deps('libsqlite', 'sqlite', 'sqlite3.h')) },
  { name: 'muParser', licence: 'BSD-2-Clause', text: texts(deps('muparser', 'muparser', 'LICENSE')) },
  { name: 'ExprTk', licence: 'MIT', text: `${headOf(deps('exprtk', 'exprtk.hpp'))}\n\n${MIT}` },
  {
    name: 'libaec',
    licence: 'BSD-2-Clause',
    text: execFileSync('tar', ['-xzOf', deps('libaec', 'libaec-1.1.3.tar.gz'), 'libaec-1.1.3/LICENSE.txt'], {
      encoding: 'utf8',
    }).trim(),
  },
]

/** The Node of the packages: npm's package of it for this system, with the licences of all that is in it. @returns {Part[]} */
const node = () => {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const folder = inRoot('node_modules', `node-${platform}-${process.arch}`)
  // On macOS the Node that runs this is delivered, and says no more of itself than where its licence is.
  if (!fs.existsSync(path.join(folder, 'LICENSE'))) {
    const text = 'https://github.com/nodejs/node/blob/main/LICENSE'
    return [{ name: 'Node.js', version: process.versions.node, licence: 'MIT', text }]
  }
  const { name, version } = manifestOf(folder)
  const text = texts(path.join(folder, 'LICENSE'))
  return [{ name: 'Node.js', version, licence: 'MIT', text, purl: `pkg:npm/${name}@${version}` }]
}

/** @returns {Part[]} */
export const nativeParts = () => {
  const { version } = manifestOf(gdal)
  return [...node(), ...linked().map((part) => ({ ...part, version: `in gdal-async ${version}` }))]
}
